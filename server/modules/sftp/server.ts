import { createServer, type Socket } from 'node:net'
import type ssh2 from 'ssh2'
import { PROTOCOL_IDLE_MS, PROTOCOL_LOGIN_MS } from '#contract/core/limits.ts'
import { listeningOn, placesByAddress } from '#server/modules/protocols/index.ts'
import { type SftpNeeds, type Visit, welcome } from './visit.ts'

/** No SHA-1, no CBC, no compression (which could hide a bomb); in order of preference. */
const algorithms: ssh2.Algorithms = {
  kex: ['curve25519-sha256', 'curve25519-sha256@libssh.org', 'ecdh-sha2-nistp256', 'diffie-hellman-group14-sha256'],
  cipher: ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com', 'aes128-ctr', 'aes256-ctr'],
  hmac: ['hmac-sha2-256-etm@openssh.com', 'hmac-sha2-512-etm@openssh.com', 'hmac-sha2-256', 'hmac-sha2-512'],
  compress: ['none'],
}

type Meter = { opened: () => void; closed: () => void; moved: (direction: 'in' | 'out', bytes: number) => void }
type Needs = Omit<SftpNeeds, 'provesKey'> & { library: typeof ssh2; hostKey: string; meter: Meter }
const nameOf = (address = '', port = 0) => `${address} ${port}`

/**
 * Listens for SFTP. No other SSH service is offered: no shell, no command, no forwarding, no authentication except by
 * app password and public key.
 */
export function sftpServer({ library, hostKey, meter, ...needs }: Needs) {
  const takePlace = placesByAddress()
  const sockets = new Map<string, Socket>()
  const visits = new Set<Visit>()
  /** SHA-1, with which old clients sign by RSA, proves nothing. */
  const provesKey: SftpNeeds['provesKey'] = ({ key, blob, signature, hashAlgo }) => {
    const parsed = library.utils.parseKey(`${key.algo} ${key.data.toString('base64')}`)
    if (parsed instanceof Error || !blob || !signature || (key.algo === 'ssh-rsa' && !hashAlgo)) return false
    return parsed.verify(blob, signature, hashAlgo) === true
  }
  const ssh = new library.Server({ hostKeys: [hostKey], algorithms, ident: 'DataSpace' }, (connection, info) => {
    sockets.get(nameOf(info.ip, info.port))?.setTimeout(PROTOCOL_IDLE_MS)
    const visit = welcome(connection, info, { ...needs, provesKey })
    visits.add(visit)
    connection.on('close', () => visits.delete(visit))
  })

  function arrive(socket: Socket): void {
    const name = nameOf(socket.remoteAddress, socket.remotePort)
    const release = takePlace(socket)
    if (!release) return void socket.destroy()
    sockets.set(name, socket)
    meter.opened()
    // Until the client speaks SSH, the login timeout applies.
    socket.setTimeout(PROTOCOL_LOGIN_MS, () => socket.destroy())
    socket.once('close', () => {
      sockets.delete(name)
      release()
      meter.closed()
      meter.moved('in', socket.bytesRead)
      meter.moved('out', socket.bytesWritten)
    })
    // Data is processed in pieces, so that other work runs between them.
    socket.on('data', () => {
      socket.pause()
      setImmediate(() => socket.resume())
    })
    ssh.injectSocket(socket)
  }
  const server = createServer({ noDelay: true }, arrive)

  return listeningOn(server, {
    stop() {
      for (const visit of visits) visit.stop()
    },
    cut() {
      for (const socket of sockets.values()) socket.destroy()
    },
  })
}
