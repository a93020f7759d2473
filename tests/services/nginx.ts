import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from './certificates.ts'
import { freePort, hasProgram, runProgram, startProgram } from './program.ts'

const NGINX = '/usr/sbin/nginx'
export const hasNginx = hasProgram(NGINX)

const deployed = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')
const around = (folder: string, conf: string) => `
daemon off;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
worker_processes 2;
events { worker_connections 2048; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${conf}
}
`

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dataspace-nginx-'))
  for (const part of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, part))
  return folder
}

/** Runs nginx's own check of a configuration in deploy/; throws with its output when the configuration is invalid. */
export function proveNginx(path: string): void {
  const folder = makeFolder()
  const { keyPath, certificatePath } = makeCertificate(folder, 'data.example.org')
  const conf = deployed(path)
    .replaceAll('/etc/ssl/dataspace/fullchain.pem', certificatePath)
    .replaceAll('/etc/ssl/dataspace/privkey.pem', keyPath)
    // Host names that exist only in a compose network.
    .replaceAll(/server app(\d):8080/g, 'server 127.0.0.1:808$1')
  writeFileSync(join(folder, 'nginx.conf'), around(folder, conf))
  runProgram(NGINX, ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')])
  rmSync(folder, { recursive: true })
}

/** nginx with the configuration of deploy/ in front of these nodes, without TLS. */
export async function startNginx(nodes: readonly string[]) {
  const folder = makeFolder()
  const port = await freePort()
  const servers = nodes.map((host) => `  server ${host} max_fails=1 fail_timeout=2s;`).join('\n')
  const conf = deployed('nginx/dataspace.conf')
    .replace(/(\n {2}server 127\.0\.0\.1:\d+[^\n]*)+/, `\n${servers}`)
    .replace(/server \{\s+listen 80;[\s\S]*?\n\}/, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/^ {2}(ssl_|add_header Strict).*\n/gm, '')
  writeFileSync(join(folder, 'nginx.conf'), around(folder, conf))
  const running = await startProgram(NGINX, ['-p', folder, '-c', join(folder, 'nginx.conf')], { port, cwd: folder })
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      await running.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
