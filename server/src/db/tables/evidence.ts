/** The key pair that signs evidence; one row. */
export type EvidenceKeyTable = {
  id: 1;
  /** PEM (PKCS #8). */
  private_key: string;
  /** PEM (SubjectPublicKeyInfo). */
  public_key: string;
  /** Milliseconds since the epoch. */
  created_at: number;
};
