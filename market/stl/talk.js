/** What is wrong with a file, in a sentence for whoever looks at it. */
export class Told extends Error {}

/** Talks to the page around by protocol 1 (docs/components.md): says that it is there, and hands over what comes. */
export function connect({ onFile, onTheme = () => {} }) {
  const dress = (theme) => {
    document.documentElement.dataset.theme = theme
    onTheme(theme)
  }
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || data?.type !== 'port' || !port) return
    const say = (message) => port.postMessage(message)
    let renewed = null
    let addresses = []
    /** Bytes of the file, whole or from one to another; asks for new addresses when the old ones ran out. */
    const read = async (from, to) => {
      const init = from === undefined ? {} : { headers: { range: `bytes=${from}-${to}` } }
      let response = await fetch(addresses[0], init)
      if (response.status === 401) {
        addresses = await new Promise((resolve) => {
          renewed = resolve
          say({ type: 'renew' })
        })
        response = await fetch(addresses[0], init)
      }
      if (!response.ok) throw new Error(`status ${response.status}`)
      return response.arrayBuffer()
    }
    port.onmessage = async ({ data: message }) => {
      if (message.type === 'theme') dress(message.theme)
      if (message.type === 'renewed') renewed?.(message.addresses)
      if (message.type !== 'file') return
      addresses = message.addresses
      dress(message.theme)
      document.documentElement.lang = message.language === 'zh' ? 'zh-CN' : 'en'
      const values = Object.fromEntries(message.parameters.map(({ key, value }) => [key, value]))
      try {
        await onFile({ ...message, values, read, say })
        say({ type: 'state', state: 'finish' })
      } catch (error) {
        say({ type: 'state', state: 'error', ...(error instanceof Told && { message: error.message.slice(0, 500) }) })
      }
    }
  })
  parent.postMessage({ ds: 1, type: 'ready' }, '*')
}
