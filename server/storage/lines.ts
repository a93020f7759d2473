import { Socket } from 'node:net'

/** Refusal of PostgreSQL that a lost connection answers with (connection_failure). */
const CONNECTION_FAILURE = '08006'

/** Connections of this process to each database that are open, by where it answers. */
const open = new Map<string, Set<Socket>>()
/** Databases to which nothing comes through. */
const silent = new Set<string>()

const cut = (socket: Socket) =>
  socket.destroy(Object.assign(new Error('the database is silent'), { code: CONNECTION_FAILURE }))

/** Sends what is written in one turn of the event loop together: whoever answers is woken once. */
class BufferedSocket extends Socket {
  #isBuffering = false

  readonly #send = () => {
    this.#isBuffering = false
    this.uncork()
  }

  // The overloads of the stream's own signature differ in what they leave out.
  override write(...args: unknown[]): never {
    if (!this.#isBuffering) {
      this.#isBuffering = true
      this.cork()
      process.nextTick(this.#send)
    }
    return (super.write as (...rest: unknown[]) => never).apply(this, args)
  }
}

/** Makes the sockets of connections to a database; while it is silent they fail at once, and nobody waits for them. */
export function lineTo(address: unknown): () => Socket {
  const key = JSON.stringify(address)
  return () => {
    const socket = new BufferedSocket()
    const lines = open.get(key) ?? new Set()
    open.set(key, lines.add(socket))
    socket.once('close', () => lines.delete(socket))
    // A moment later: whoever connects it listens by then.
    if (silent.has(key)) process.nextTick(cut, socket)
    return socket
  }
}

/** Ends every connection to a database at once, until it is heard of: whoever waits for an answer hears that there is none. */
export function cutLines(address: unknown): void {
  const key = JSON.stringify(address)
  silent.add(key)
  for (const socket of open.get(key) ?? []) cut(socket)
}

/** The database was heard of: connections to it are worth a try. */
export const healLines = (address: unknown): void => void silent.delete(JSON.stringify(address))
