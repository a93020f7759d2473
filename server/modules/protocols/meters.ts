import { Counter, Gauge } from 'prom-client'

/** Metrics of the protocols that listen on their own ports, for `/metrics`. */
export function protocolMeters() {
  const sessions = new Gauge({
    name: 'dataspace_protocol_sessions',
    help: 'Sessions that are open, by protocol',
    labelNames: ['protocol'],
    registers: [],
  })
  const bytes = new Counter({
    name: 'dataspace_protocol_bytes_total',
    help: 'Bytes that came in and went out with files and lists, by protocol',
    labelNames: ['protocol', 'direction'],
    registers: [],
  })
  return {
    metrics: [sessions, bytes],
    of: (protocol: 'ftp' | 'sftp') => ({
      opened: () => sessions.inc({ protocol }),
      closed: () => sessions.dec({ protocol }),
      moved: (direction: 'in' | 'out', count: number) => bytes.inc({ protocol, direction }, count),
    }),
  }
}
export type ProtocolMeters = ReturnType<typeof protocolMeters>
