import type { FileMessage, FromFrame, ToFrame } from '../preview/protocol.ts'

/** What a viewer in the frame works with. */
export type Shown = FileMessage & {
  root: HTMLElement
  /** Bytes of the file, or of one of its companions by name, whole or from a byte to another, both included. */
  read: (range?: { from: number; to: number }, name?: string) => Promise<ArrayBuffer>
}
/** Shows a file; what it throws is told to the page around. */
export type Show = (shown: Shown) => Promise<void>

const EXPIRED = 401
const nameIn = (address: string) => decodeURIComponent(address.split('/').at(-1) ?? '')

/** Reads by addresses that run out: the page is asked for others, once a read. */
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

/** Says that the frame is there, and shows what the page around it sends. */
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
        // What a library says of a damaged file is no word for people: the page around has its own.
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
