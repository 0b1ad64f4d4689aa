const CODE = 'FRAME_STORE_LOST';

/**
 * A store beside the server and its database could not be asked, or gave no answer: the same may work in a moment.
 * @param options.refused it answered, and will have to be set up differently
 */
export function frameStoreLost(reason: string, { cause, refused }: { cause: unknown; refused: boolean }): Error {
  return Object.assign(new Error(`The frame store ${reason}`, { cause }), { code: CODE, refused });
}

export function isFrameStoreLost(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === CODE;
}

export function wasRefused(error: unknown): boolean {
  return isFrameStoreLost(error) && 'refused' in error && error.refused === true;
}
