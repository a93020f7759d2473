/** A minimal browser for sign-in pages: cookies, redirects and forms only. */
export class Browser {
  readonly #cookies = new Map<string, string>()

  /** Sends one request without following redirects. */
  async go(url: string, form?: URLSearchParams): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      ...(form && { method: 'POST', body: form }),
      redirect: 'manual',
      headers: { cookie, referer: url },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      this.#cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    return response
  }

  /** Follows redirects and submits each form, filled in with `values`, until an address under `home` is reached. */
  async walk(url: string, home: string, values: Record<string, string>): Promise<URL> {
    let at = url
    for (let steps = 0; steps < 15; steps++) {
      if (at.startsWith(home)) return new URL(at)
      const response = await this.go(at)
      const next = response.headers.get('location') ?? (await this.#send(at, await response.text(), values))
      if (!next) throw new Error(`${at}: HTTP ${response.status} leads nowhere`)
      at = new URL(next, at).href
    }
    throw new Error(`${at}: no end of it`)
  }

  async #send(at: string, html: string, values: Record<string, string>): Promise<string | null> {
    const form = new URLSearchParams()
    for (const [input] of html.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(input)?.[1]
      if (name && !/type="checkbox"/.test(input))
        form.set(name, (/value="([^"]*)"/.exec(input)?.[1] ?? '').replaceAll('&amp;', '&'))
    }
    for (const [name, value] of Object.entries(values)) if (form.has(name)) form.set(name, value)
    const action = /action="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    if (![...form.keys()].length) return null
    return (await this.go(action ? new URL(action, at).href : at, form)).headers.get('location')
  }
}
