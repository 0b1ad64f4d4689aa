/** Something that is kept beside the detections and differs from what they say. */
export type Drift = { kind: string; key: string; counted: number; stored: number };
