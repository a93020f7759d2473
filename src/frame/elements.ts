type Given = { className?: string; text?: string }

/** Creates an element with text content, never with HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  { className = '', text = '' }: Given = {},
  ...children: Node[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  made.className = className
  if (text) made.textContent = text
  made.append(...children)
  return made
}

/** Links in a file are disabled; their target becomes the title. */
export function removeLinks(root: HTMLElement): void {
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) continue
    link.title = href
    link.removeAttribute('href')
  }
}
