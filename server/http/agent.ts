/** Browsers by their user agent; the more specific ones first, since most name the others too. */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /\bEdgA?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['WeChat', /\bMicroMessenger\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari/],
  ['curl', /^curl\/(\d+)/],
]
const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows NT/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Browser and system of a user agent, in words for people; '' for a part that is not recognised. */
export function deviceOf(agent: string): { browser: string; system: string } {
  const browser = BROWSERS.map(([name, pattern]) => [name, pattern.exec(agent)?.[1]] as const).find(
    ([, major]) => major,
  )
  return {
    browser: browser ? `${browser[0]} ${browser[1]}` : '',
    system: SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0] ?? '',
  }
}
