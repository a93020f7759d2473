declare module 'autocannon' {
  type Prepared = {
    method: string
    path: string
    headers: Record<string, string>
    setupRequest: (request: object) => object
  }
  /** One address for a duration, or a number of prepared requests; `sampleInt` in milliseconds. */
  type Options = { url: string; connections: number } & (
    | { duration: number; headers: Record<string, string> }
    | { amount: number; requests: readonly Prepared[]; sampleInt: number }
  )
  /** Load test of one address; only the used part of the result is declared. */
  export default function autocannon(options: Options): Promise<{ non2xx: number; requests: { average: number } }>
}
