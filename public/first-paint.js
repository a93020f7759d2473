// Before anything is drawn: the pinned theme, and the stored language if the server answered in the other one.
;(() => {
  const theme = localStorage.getItem('theme')
  const isDark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
  const lang = localStorage.getItem('lang')
  const served = document.documentElement.lang.slice(0, 2)
  const isStored = lang === 'zh' || lang === 'en'
  // A choice that only the server knows, for instance after the browser's storage was cleared.
  if (!isStored && served === 'en') localStorage.setItem('lang', served)
  if (isStored && lang !== served) {
    document.cookie = `lang=${lang}; path=/; max-age=31536000; samesite=lax`
    if (document.cookie.includes(`lang=${lang}`)) location.reload()
  }
})()

// A script of this page is gone: the site was updated since the page was drawn, or is just being updated. The new page
// is fetched once, and the console says so (`AfterUpdate`); where there is none yet, an empty page says what to do.
;(() => {
  const entry = () => document.querySelector('script[type="module"][src]')?.getAttribute('src')
  async function isUpdated(gone) {
    if (sessionStorage.getItem('renewed') === gone) return false
    const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    return answer?.ok === true && !(await answer.text()).includes(gone)
  }
  async function renew() {
    const gone = entry()
    if (!gone) return
    if (await isUpdated(gone)) {
      sessionStorage.setItem('renewed', gone)
      return location.reload()
    }
    const root = document.getElementById('root')
    if (root?.childElementCount !== 0) return
    root.textContent = document.documentElement.lang.startsWith('en')
      ? 'The system may be upgrading. Refresh the page in a moment.'
      : '系统可能正在升级，请稍后刷新页面。'
  }
  addEventListener('vite:preloadError', renew)
  addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && renew(), true)
})()
