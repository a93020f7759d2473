declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> }
  /** Loads one address; the part of the answer that is read here. */
  export default function autocannon(options: Options): Promise<{ non2xx: number; requests: { average: number } }>
}
