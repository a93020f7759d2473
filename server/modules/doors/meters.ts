import { Counter, Gauge } from 'prom-client'

/** Figures of the doors that listen on ports of their own, for `/metrics`. */
export function doorMeters() {
  const sessions = new Gauge({
    name: 'dataspace_door_sessions',
    help: 'Sessions that are open, by door',
    labelNames: ['door'],
    registers: [],
  })
  const bytes = new Counter({
    name: 'dataspace_door_bytes_total',
    help: 'Bytes that came in and went out with files and lists, by door',
    labelNames: ['door', 'direction'],
    registers: [],
  })
  return {
    metrics: [sessions, bytes],
    of: (door: 'ftp' | 'sftp') => ({
      opened: () => sessions.inc({ door }),
      closed: () => sessions.dec({ door }),
      moved: (direction: 'in' | 'out', count: number) => bytes.inc({ door, direction }, count),
    }),
  }
}
export type DoorMeters = ReturnType<typeof doorMeters>
