const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** What a shortcut with Ctrl is called on this computer: on a Mac it has ⌘. */
export const shortcutHere = (shortcut: string): string => (isMac() ? shortcut.replace('Ctrl+', '⌘') : shortcut)
