/** A random id. `crypto.randomUUID` exists only in secure contexts. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, '0')).join('')
