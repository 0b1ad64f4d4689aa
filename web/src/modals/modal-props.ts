/** The props of every modal besides the detection. */
export type ModalProps = { returnFocus: () => HTMLElement | null; onClose: () => void };
