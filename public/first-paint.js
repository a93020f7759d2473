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
