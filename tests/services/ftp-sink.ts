import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Hooks = {
  admits: (user: string, password: string) => boolean
  store: (user: string, path: string, bytes: Buffer) => void
}

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** An FTP server that takes files into memory, with folders that must be made first, as the one of an institution. */
export async function startFtpSink(world: { config: { outside: { allow: string[] } } }, { admits, store }: Hooks) {
  const state = {
    /** Bytes of a data connection after which the next one that has so many is cut; null: none. */
    cutAfter: null as number | null,
    /** Replies instead of ours, by command. */
    instead: {} as Record<string, string>,
    /** Paths of files in the order in which they came whole. */
    stored: [] as string[],
    /** What is sent: each file with the offset that it goes on from, and its bytes. */
    taken: [] as { path: string; from: number; bytes: number }[],
    /** What came of each file so far, by account and path. */
    kept: new Map<string, Buffer>(),
    hasEpsv: true,
    /** Hears how many bytes of a file came so far. */
    onBytes: (_size: number): void => undefined,
  }
  const sockets = new Set<Socket>()

  /** The bytes of a data connection; `isWhole` unless it was cut. */
  async function take(coming: Promise<Socket>, isCut: number | null): Promise<{ bytes: Buffer; isWhole: boolean }> {
    const socket = await coming
    const pieces: Buffer[] = []
    let size = 0
    let isWhole = true
    try {
      for await (const piece of socket) {
        pieces.push(piece as Buffer)
        size += (piece as Buffer).length
        state.onBytes(size)
        if (isCut === null || size < isCut) continue
        isWhole = false
        break
      }
    } catch {
      // The other side broke off; what came stays.
      isWhole = false
    } finally {
      socket.destroy()
    }
    return { bytes: Buffer.concat(pieces), isWhole }
  }

  function converse(socket: Socket): void {
    const folders = new Set(['/'])
    let [user, isIn, text] = ['', false, '']
    let from = 0
    let data: Promise<Socket> | null = null
    let busy = Promise.resolve()
    const reply = (line: string) => void socket.write(`${line}\r\n`)
    const absolute = (path: string) => (path.startsWith('/') ? path : `/${path}`)

    async function passive(): Promise<number> {
      const waiting = createServer({ allowHalfOpen: true, pauseOnConnect: true })
      data = once(waiting, 'connection').then(([socket]: Socket[]) => {
        waiting.close()
        if (!socket) throw new Error('no connection')
        sockets.add(socket.on('error', () => {}))
        return socket
      })
      return listen(waiting)
    }
    async function receive(argument: string): Promise<void> {
      const path = absolute(argument)
      if (!folders.has(path.slice(0, path.lastIndexOf('/')) || '/')) return reply('550 No such folder')
      if (!data) return reply('425 PASV first')
      reply('150 Go on')
      const offset = from
      from = 0
      const { bytes, isWhole } = await take(data, state.cutAfter)
      if (!isWhole) state.cutAfter = null
      const key = `${user}${path}`
      const whole = Buffer.concat([state.kept.get(key)?.subarray(0, offset) ?? Buffer.of(), bytes])
      state.kept.set(key, whole)
      state.taken.push({ path: path.slice(1), from: offset, bytes: bytes.length })
      if (!isWhole) return void socket.destroy()
      store(user, path.slice(1), whole)
      state.stored.push(path.slice(1))
      reply('226 Stored')
    }
    async function follow(verb: string, argument: string): Promise<void> {
      const own = state.instead[verb]
      if (own) return own === 'cut' ? void socket.destroy() : reply(own)
      if (verb === 'USER') {
        user = argument
        return reply('331 Password')
      }
      if (verb === 'PASS') {
        isIn = admits(user, argument)
        return reply(isIn ? '230 In' : '530 No')
      }
      if (verb === 'QUIT') return void socket.end('221 Bye\r\n')
      if (verb === 'AUTH') return reply('502 None')
      if (!isIn) return reply('530 Log in')
      if (verb === 'TYPE' || verb === 'OPTS') return reply('200 Yes')
      if (verb === 'MKD') {
        if (folders.has(absolute(argument))) return reply('550 It is there')
        folders.add(absolute(argument))
        return reply('257 Made')
      }
      if (verb === 'EPSV' && state.hasEpsv) return reply(`229 Go (|||${await passive()}|)`)
      if (verb === 'PASV') {
        const port = await passive()
        // The address of a server behind a gateway is often wrong; a client uses the one that it came to.
        return reply(`227 Go (10,9,8,7,${port >> 8},${port & 255})`)
      }
      if (verb === 'STOR') return receive(argument)
      // As the server of InstDB: a file that is not there has no bytes.
      if (verb === 'SIZE') return reply(`213 ${state.kept.get(`${user}${absolute(argument)}`)?.length ?? 0}`)
      if (verb === 'REST') {
        from = Number(argument)
        return reply('350 Go on')
      }
      reply('502 None')
    }
    socket.on('error', () => {})
    socket.on('data', (piece) => {
      text += piece.toString()
      for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n')) {
        const line = text.slice(0, at)
        text = text.slice(at + 2)
        const [verb = '', ...rest] = line.split(' ')
        busy = busy.then(() => follow(verb.toUpperCase(), rest.join(' '))).catch(() => void socket.destroy())
      }
    })
    reply('220 Sink')
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    converse(socket)
  })
  const port = await listen(server)
  const host = `127.0.0.1:${port}`
  world.config.outside.allow.push(host)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `ftp://${host}`, host, state }
}
