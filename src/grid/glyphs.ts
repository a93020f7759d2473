import type { Glyph } from './types.ts'

const paths: Record<Glyph, string> = {
  text: 'M3 4h10M8 4v9',
  number: 'M6 2.5 5 13.5M11 2.5l-1 11M3 6h10.5M2.5 10H13',
  date: 'M2.5 4h11v9.5h-11zM2.5 7h11M5.5 2v3M10.5 2v3',
  time: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3.2l2 1.3',
  boolean: 'M3 3h10v10H3zM5.5 8l2 2 3.2-4',
  choice: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M5.8 7.2 8 9.4l2.2-2.2',
  choices: 'M3 4.5h2M3 8h2M3 11.5h2M7.5 4.5H13M7.5 8H13M7.5 11.5H13',
  file: 'M12.5 7.5 8 12a3 3 0 0 1-4.2-4.2l5-5a2 2 0 0 1 2.9 2.9L6.8 10.5a1 1 0 0 1-1.4-1.4L9.5 5',
  person: 'M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5M3 13.5c.4-3 2.3-4.5 5-4.5s4.6 1.5 5 4.5',
  formula: 'M3 13c2 0 2.2-1.5 2.6-4l.8-4.500C6.8 3 7.5 2.5 9 2.500M4 7h4M9.5 8.500l4 5M13.5 8.500l-4 5',
}

/** Pictures of the types, as glide takes them: in the colour of the moment. */
export const headerIcons = Object.fromEntries(
  Object.entries(paths).map(([name, path]) => [
    name,
    ({ fgColor }: { fgColor: string }) =>
      `<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="${fgColor}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" xmlns="http://www.w3.org/2000/svg"><path d="${path}"/></svg>`,
  ]),
)
