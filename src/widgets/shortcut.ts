const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

/** A Ctrl shortcut as written on this computer: with ⌘ on a Mac. */
export const shortcutHere = (shortcut: string): string => (isMac() ? shortcut.replace('Ctrl+', '⌘') : shortcut)
