import type { Theme } from '@glideapps/glide-data-grid'
import { useEffect, useState } from 'react'
import { watchTheme } from '#widgets/watch-theme.ts'

/** Colours that glide has no name for, by the token of the look. */
export type GridColours = {
  danger: string
  primary: string
  dangerTint: string
  faint: string
  onPrimary: string
  tones: readonly string[]
  tints: readonly string[]
}
export type GridTheme = { glide: Partial<Theme>; colours: GridColours; isSmall: boolean }

const TONES = [0, 1, 2, 3, 4, 5]

/** The look of the page as a canvas needs it: the tokens, read where they are set. */
function themeOf(isSmall: boolean): GridTheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const size = isSmall ? 11 : 13
  const glide: Partial<Theme> = {
    accentColor: token('primary'),
    accentFg: token('on-primary'),
    accentLight: token('tint'),
    textDark: token('ink'),
    textMedium: token('soft'),
    textLight: token('faint'),
    textHeader: token('ink'),
    textHeaderSelected: token('primary'),
    bgCell: token('surface'),
    bgCellMedium: token('ground'),
    bgHeader: token('ground'),
    bgHeaderHasFocus: token('tint'),
    bgHeaderHovered: token('line'),
    // Only the plus of the row that adds one is drawn in it.
    bgIconHeader: token('soft'),
    fgIconHeader: token('faint'),
    bgSearchResult: token('warning-tint'),
    borderColor: token('line'),
    horizontalBorderColor: token('line'),
    headerBottomBorderColor: token('line-strong'),
    linkColor: token('primary'),
    resizeIndicatorColor: token('primary'),
    cellHorizontalPadding: 8,
    cellVerticalPadding: 3,
    baseFontStyle: `${size}px`,
    headerFontStyle: `500 ${size}px`,
    markerFontStyle: '11px',
    editorFontSize: `${size}px`,
    fontFamily: token('font'),
  }
  return {
    glide,
    isSmall,
    colours: {
      danger: token('danger'),
      primary: token('primary'),
      dangerTint: token('danger-tint'),
      faint: token('faint'),
      onPrimary: token('on-primary'),
      tones: TONES.map((tone) => token(`tone-${tone}`)),
      tints: TONES.map((tone) => token(`tone-${tone}-tint`)),
    },
  }
}

/** The theme of the page, also after it changes. */
export function useGridTheme(isSmall: boolean): GridTheme {
  const [theme, setTheme] = useState(() => themeOf(isSmall))
  useEffect(() => {
    const read = () => setTheme(themeOf(isSmall))
    read()
    // Redraws once fonts have loaded.
    void document.fonts.ready.then(read)
    return watchTheme(read)
  }, [isSmall])
  return theme
}
