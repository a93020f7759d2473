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
    /** Bytes after which a data connection is cut, once each; null: none. */
    cutAfter: null as number | null,
    /** Replies instead of ours, by command. */
    instead: {} as Record<string, string>,
    /** Paths of files in the order in which they came whole. */
    stored: [] as string[],
    hasEpsv: true,
  }
  const sockets = new Set<Socket>()

  async function take(coming: Promise<Socket>, isCut: number | null): Promise<Buffer | null> {
    const socket = await coming
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of socket) {
        pieces.push(piece as Buffer)
        size += (piece as Buffer).length
        if (isCut !== null && size >= isCut) return null
      }
    } finally {
      socket.destroy()
    }
    return Buffer.concat(pieces)
  }

  function converse(socket: Socket): void {
    const folders = new Set(['/'])
    let [user, isIn, text] = ['', false, '']
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
      const cut = state.cutAfter
      state.cutAfter = null
      const bytes = await take(data, cut)
      if (!bytes) return void socket.destroy()
      store(user, path.slice(1), bytes)
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
