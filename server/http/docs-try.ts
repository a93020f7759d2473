/**
 * Lets readers of the API reference try operations with a token of their own. Runs in the browser: it is sent as text,
 * so it uses nothing from outside itself.
 */
function tryCalls(): void {
  const words = document.querySelector<HTMLElement>('main')?.dataset ?? {}
  const token = document.querySelector<HTMLInputElement>('#token')
  if (!token) return
  token.closest('section')?.removeAttribute('hidden')

  function made<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Partial<HTMLElementTagNameMap[K]>,
  ): HTMLElementTagNameMap[K] {
    return Object.assign(document.createElement(tag), props)
  }

  /** Address and body of a call: parameters of the path, then the query of a GET or the body. */
  function requestOf({ method = '', path = '', body = '' }: DOMStringMap, input: Record<string, unknown>) {
    const rest = { ...input }
    const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
      const value = String(rest[name] ?? '')
      delete rest[name]
      return encodeURIComponent(value)
    })
    const pairs = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)])
    if (method === 'GET') return { url: filled + (pairs.length ? `?${new URLSearchParams(pairs)}` : ''), body: null }
    if (body === 'form') return { url: filled, body: new URLSearchParams(pairs) }
    return { url: filled, body: JSON.stringify(rest) }
  }

  async function send(data: DOMStringMap, text: string): Promise<string> {
    const request = requestOf(data, JSON.parse(text || '{}') as Record<string, unknown>)
    const answer = await fetch(request.url, {
      method: data.method ?? 'GET',
      // Only the token is used: cookies of the signed-in user aren't sent.
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${token?.value.trim()}`,
        ...(typeof request.body === 'string' && { 'content-type': 'application/json' }),
      },
      body: request.body,
    })
    const said = `${answer.status} ${answer.statusText}`
    if (!answer.headers.get('content-type')?.includes('json'))
      return `${said}\n${(await answer.arrayBuffer()).byteLength} B`
    return `${said}\n${JSON.stringify(await answer.json(), null, 2)}`
  }

  function open(card: HTMLElement): void {
    const fields = (card.dataset.fields ?? '').split(' ').filter(Boolean)
    const name = card.querySelector('h3 code')?.textContent ?? ''
    const input = made('textarea', {
      value: JSON.stringify(Object.fromEntries(fields.map((field) => [field, ''])), null, 2),
      rows: Math.min(12, fields.length + 2),
      spellcheck: false,
      ariaLabel: `${words.input} ${name}`,
    })
    const output = made('pre', { tabIndex: 0, ariaLabel: `${words.answer} ${name}` })
    output.setAttribute('role', 'status')
    const button = made('button', { type: 'button', textContent: words.send ?? '' })
    button.addEventListener('click', async () => {
      output.textContent = '…'
      output.textContent = await send(card.dataset, input.value).catch((error: unknown) => String(error))
    })
    card.append(input, button, output)
    input.focus()
  }

  for (const card of document.querySelectorAll<HTMLElement>('article[data-path]')) {
    const button = made('button', { type: 'button', className: 'try', textContent: words.try ?? '' })
    button.addEventListener('click', () => {
      button.remove()
      open(card)
    })
    card.append(button)
  }
}

/** The script of `/api/docs`. */
export const docsScript = `(${tryCalls.toString()})()`
