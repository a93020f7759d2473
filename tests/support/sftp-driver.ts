import { Client, type SFTPWrapper } from 'ssh2'

/** A client that signed in by SFTP. */
export async function sftpIn(port: number, username: string, password: string) {
  const client = new Client()
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
    client.on('error', reject)
    client.on('ready', () => client.sftp((error, opened) => (error ? reject(error) : resolve(opened))))
    client.connect({ host: '127.0.0.1', port, username, password })
  })
  const asked = <T>(
    run: (done: (error: Error | null | undefined, value?: T) => void) => void,
  ): Promise<T | undefined> =>
    new Promise((resolve, reject) => run((error, value) => (error ? reject(error) : resolve(value))))
  return {
    list: (path: string) => asked((done) => sftp.readdir(path, done)),
    read: (path: string) => asked((done) => sftp.readFile(path, done)),
    write: (path: string, bytes: Buffer) =>
      asked((done) => sftp.writeFile(path, bytes, (error) => done(error ?? null))),
    make: (path: string) => asked((done) => sftp.mkdir(path, done)),
    rename: (from: string, to: string) => asked((done) => sftp.rename(from, to, done)),
    date: (path: string, at: Date) => asked((done) => sftp.utimes(path, at, at, done)),
    remove: (path: string) => asked((done) => sftp.unlink(path, done)),
    end: () => client.end(),
  }
}
export type SftpDriver = Awaited<ReturnType<typeof sftpIn>>
