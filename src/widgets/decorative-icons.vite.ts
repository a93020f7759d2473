import type { Plugin } from 'vite'

const NAMED = '_extends({\n    role: "img",\n    "aria-label": icon.name\n  }, restProps'
const DECORATIVE =
  '_extends(restProps["aria-label"] ? {\n    role: "img"\n  } : {\n    "aria-hidden": true\n  }, restProps'

/**
 * Makes an icon of antd decoration unless its user labels it: by itself it says its English name, which becomes part of
 * the name of the button around it. Throws when the library changed.
 */
export function asDecoration(code: string): string {
  if (!code.includes(NAMED)) throw new Error('the icons of antd name themselves in another way than before')
  return code.replace(NAMED, DECORATIVE)
}

/** Applies `asDecoration` to the two components that draw all icons. */
export const decorativeIcons = (): Plugin => ({
  name: 'decorative-icons',
  transform: {
    filter: { id: /@ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/ },
    handler: asDecoration,
  },
})
