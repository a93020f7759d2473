import { useEffect } from 'react'

let site = ''

/** Sets the site's name, with which every window title ends; called at startup and when the name changes. */
export function nameSite(name: string): void {
  if (site && document.title.endsWith(site)) document.title = document.title.slice(0, -site.length) + name
  site = name
}

/** The window title: the page's name first, so that browser tabs are distinguishable. */
export const windowTitle = (title: string | null, siteName = site): string =>
  title ? `${title} · ${siteName}` : siteName

/** Sets the window title to the page's name; null while the name is loading. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = windowTitle(title)
  }, [title])
}
