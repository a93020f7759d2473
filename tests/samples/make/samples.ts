/** Files by name. */
export type Samples = Record<string, Uint8Array>
