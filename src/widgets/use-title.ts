import { useEffect } from 'react'

let site = ''

/** The name of the site, which every title ends with: said as the page starts, and whenever it changes. */
export function nameSite(name: string): void {
  if (site && document.title.endsWith(site)) document.title = document.title.slice(0, -site.length) + name
  site = name
}

/** What a window is called: the page first, so that tabs can be told apart. */
export const windowTitle = (title: string | null, siteName = site): string =>
  title ? `${title} · ${siteName}` : siteName

/** Calls the window by the page that it shows; null while its name is on the way. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title)
  }, [title])
}
