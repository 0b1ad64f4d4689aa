/** What every modal is given besides the detection. */
export type ModalProps = { returnFocus: () => HTMLElement | null; onClose: () => void };
