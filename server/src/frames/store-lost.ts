const CODE = 'FRAME_STORE_LOST';

/**
 * The error of a frame store that did not answer; a retry may succeed soon.
 * @param options.refused the store answered with a refusal, and its settings must be changed
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
