import type { FileMessage, FromFrame, ToFrame } from '../preview/protocol.ts'

/** The input of a viewer in the frame. */
export type Shown = FileMessage & {
  root: HTMLElement
  /** Reads the file, or a companion by name, whole or as a byte range with inclusive ends. */
  read: (range?: { from: number; to: number }, name?: string) => Promise<ArrayBuffer>
}
/** Shows a file; errors that it throws are reported to the page. */
export type Show = (shown: Shown) => Promise<void>

const EXPIRED = 401
const nameIn = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '')

/** Reads from expiring addresses; when they have expired, the page is asked for new ones, once per read. */
function reader(file: FileMessage, renewed: () => Promise<string[]>): Shown['read'] {
  let { addresses } = file
  let waiting: Promise<string[]> | null = null
  const ask = (range: { from: number; to: number } | undefined, name: string) => {
    const address = addresses.find((one) => nameIn(one) === name)
    if (!address) throw new Error(`no ${name}`)
    return fetch(address, range && { headers: { range: `bytes=${range.from}-${range.to}` } })
  }
  return async (range, name = file.name) => {
    let response = await ask(range, name)
    if (response.status === EXPIRED) {
      waiting ??= renewed()
      addresses = await waiting
      waiting = null
      response = await ask(range, name)
    }
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.arrayBuffer()
  }
}

/** Tells the page that the frame is ready, and shows the files that the page sends. */
export function listen(root: HTMLElement, load: () => Promise<{ show: Show }>): void {
  const dress = (theme: string) => {
    document.documentElement.dataset.theme = theme
  }
  function begin(port: MessagePort) {
    const say = (message: FromFrame) => port.postMessage(message)
    const waiting: ((addresses: string[]) => void)[] = []
    const renewed = () =>
      new Promise<string[]>((resolve) => {
        waiting.push(resolve)
        say({ type: 'renew' })
      })
    async function show(file: FileMessage) {
      dress(file.theme)
      document.documentElement.lang = file.language === 'zh' ? 'zh-CN' : 'en'
      const viewer = await load()
      await viewer.show({ ...file, root, read: reader(file, renewed) })
      say({ type: 'state', state: 'finish' })
    }
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      if (data.type === 'file')
        // Error messages of libraries are not readable for users, so the page shows its own.
        show(data).catch(() => say({ type: 'state', state: 'error' }))
      if (data.type === 'theme') dress(data.theme)
      if (data.type === 'renewed') for (const resolve of waiting.splice(0)) resolve(data.addresses)
    }
  }
  addEventListener('message', ({ source, ports: [port] }) => {
    if (source === parent && port) begin(port)
  })
  parent.postMessage({ ds: 1, type: 'ready' }, '*')
}
