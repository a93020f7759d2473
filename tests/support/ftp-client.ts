import { connect as connectRaw, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** An FTP client that sends exactly what it is told to, as a hostile client would. */
export async function ftpClient(port: number) {
  let socket: Socket | TLSSocket = connectRaw({ port, host: '127.0.0.1' })
  let text = ''
  let wake = () => {}
  let isOver = false
  const attach = (to: Socket) => {
    to.on('data', (piece) => {
      text += piece.toString()
      wake()
    })
    to.on('error', () => {})
    to.on('close', () => {
      isOver = true
      wake()
    })
  }
  attach(socket)

  /** The next reply with all its lines; '' once the server has closed the connection. */
  async function reply(): Promise<string> {
    for (;;) {
      const [whole] = /^(\d{3})(?: [^\r]*|-[\s\S]*?\r\n\1 [^\r]*)\r\n/.exec(text) ?? []
      if (whole) {
        text = text.slice(whole.length)
        return whole.trimEnd()
      }
      if (isOver) return ''
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const send = (line: string) => void socket.write(line)
  async function say(line: string): Promise<string> {
    send(`${line}\r\n`)
    return reply()
  }
  await reply()

  return {
    reply,
    send,
    say,
    /** The port of the next data connection. */
    async passive(): Promise<number> {
      const answer = await say('EPSV')
      return Number(/\|\|\|(\d+)\|/.exec(answer)?.[1])
    },
    async login(user: string, password: string): Promise<string> {
      await say(`USER ${user}`)
      return say(`PASS ${password}`)
    },
    async secure(): Promise<TLSSocket> {
      await say('AUTH TLS')
      const raw = socket
      raw.removeAllListeners('data')
      const over = connectTls({ socket: raw, rejectUnauthorized: false })
      await new Promise((resolve, reject) => over.once('secureConnect', resolve).once('error', reject))
      socket = over
      attach(over)
      return over
    },
    /** Stops reading from the control connection. */
    deafen: () => void socket.pause(),
    /** Destroys the connection, as a crash of the client does. */
    die: () => socket.destroy(),
  }
}
export type FtpClient = Awaited<ReturnType<typeof ftpClient>>

/** Opens a plain data connection; resolves when it is connected. */
export const dataTo = (port: number, from = '127.0.0.1'): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectRaw({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true }, () =>
      resolve(socket),
    )
    socket.once('error', reject)
  })

export async function allOf(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
