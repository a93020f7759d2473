import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type Wish = { account?: string; password?: string; refuses?: () => boolean }

/** A mail server on this machine that keeps the mails it receives; with an account it requires authentication. */
export async function startSmtp({ account, password, refuses = () => false }: Wish = {}) {
  const mails: Email[] = []
  const server = new SMTPServer({
    secure: false,
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !account,
    allowInsecureAuth: true,
    onAuth: (given, _session, done) =>
      given.username === account && given.password === password
        ? done(null, { user: account })
        : done(new Error('wrong account or password')),
    onData: (stream, _session, done) => {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.on('end', async () => {
        if (refuses()) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        mails.push(await PostalMime.parse(Buffer.concat(pieces)))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    mails,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
