declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> }
  /** Load test of one address; only the used part of the result is declared. */
  export default function autocannon(options: Options): Promise<{ non2xx: number; requests: { average: number } }>
}
