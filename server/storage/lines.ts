import { Socket } from 'node:net'

/** PostgreSQL's error code for a lost connection (connection_failure). */
const CONNECTION_FAILURE = '08006'

/** Open sockets of this process by database address. */
const open = new Map<string, Set<Socket>>()
/** Databases that can't be reached. */
const silent = new Set<string>()

const cut = (socket: Socket) =>
  socket.destroy(Object.assign(new Error('the database is silent'), { code: CONNECTION_FAILURE }))

/** Sends all writes of one turn of the event loop together, so that the server wakes once. */
class BufferedSocket extends Socket {
  #isBuffering = false

  readonly #send = () => {
    this.#isBuffering = false
    this.uncork()
  }

  // Node puts the method of its own class before that of this one when a socket connects.
  override connect(...args: unknown[]): this {
    const connect = super.connect as (...rest: unknown[]) => this
    connect.apply(this, args)
    Reflect.deleteProperty(this, 'write')
    return this
  }

  // The overloads of the stream's signature differ in optional arguments.
  override write(...args: unknown[]): never {
    if (!this.#isBuffering) {
      this.#isBuffering = true
      this.cork()
      process.nextTick(this.#send)
    }
    return (super.write as (...rest: unknown[]) => never).apply(this, args)
  }
}

/** Makes the sockets of connections to a database; while it can't be reached they fail at once. */
export function lineTo(address: unknown): () => Socket {
  const key = JSON.stringify(address)
  return () => {
    const socket = new BufferedSocket()
    const lines = open.get(key) ?? new Set()
    open.set(key, lines.add(socket))
    socket.once('close', () => lines.delete(socket))
    // On the next tick, when the caller has attached its listeners.
    if (silent.has(key)) process.nextTick(cut, socket)
    return socket
  }
}

/** Closes every connection to a database, until it can be reached again: callers get an error instead of waiting. */
export function cutLines(address: unknown): void {
  const key = JSON.stringify(address)
  silent.add(key)
  for (const socket of open.get(key) ?? []) cut(socket)
}

/** Marks a database as reachable again. */
export const healLines = (address: unknown): void => void silent.delete(JSON.stringify(address))
