type Item = { name?: string; value?: string; color?: string }
type Shown = { title?: string; items?: Item[] }

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** The tooltip of a chart; its contents are inserted as text, never as markup. */
export function tooltipElement(_event: unknown, { title = '', items = [] }: Shown): HTMLElement {
  const box = element('div', 'chart-tooltip')
  if (title) box.append(element('p', '', title))
  const list = element('dl', 'num')
  for (const { name = '', value = '', color } of items) {
    const term = element('dt', '', name)
    if (color) {
      const sign = element('i', '')
      sign.style.background = color
      term.prepend(sign)
    }
    list.append(term, element('dd', '', value))
  }
  box.append(list)
  return box
}

/** The frame that the library puts around it. */
export const tooltipCss = {
  '.g2-tooltip': {
    background: 'var(--raised)',
    color: 'var(--ink)',
    'box-shadow': 'var(--shadow)',
    'border-radius': '8px',
    padding: '8px 12px',
    'font-family': 'var(--font)',
    'max-width': '320px',
  },
}
