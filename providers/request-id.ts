/** A name that nobody else draws; `crypto.randomUUID` is for secure pages alone. */
export const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, '0')).join('')
