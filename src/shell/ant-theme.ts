import { type ModalProps, type ThemeConfig, theme } from 'antd'
import type { CSSProperties } from 'react'
import { CONFIRM_WIDTH_PERCENT, MODAL_WIDTH_PERCENT } from '#contract/core/limits.ts'
import type { Theme } from './theme.ts'

/** The tokens of tokens.css as values, because antd computes derived colours from them. */
const colours = {
  light: {
    primary: '#0f766e',
    primaryHover: '#0b5f59',
    onPrimary: '#ffffff',
    ink: '#14201e',
    soft: '#51605d',
    faint: '#5f6c69',
    line: '#e4e8e6',
    strong: '#cbd3d0',
    ground: '#f6f7f6',
    surface: '#ffffff',
    raised: '#ffffff',
    tint: '#e3f2ef',
    success: '#2e7d4f',
    warning: '#8f5c0f',
    warningTint: '#fbf3e2',
    danger: '#c0392b',
    dangerTint: '#fbebe9',
    info: '#2b6cb0',
  },
  dark: {
    primary: '#3fbfaf',
    primaryHover: '#5cd0c1',
    onPrimary: '#06211d',
    ink: '#e6ecea',
    soft: '#a7b3b0',
    faint: '#8a9693',
    line: '#26302e',
    strong: '#394542',
    ground: '#0e1413',
    surface: '#151c1b',
    raised: '#1b2423',
    tint: '#12302c',
    success: '#6cc595',
    warning: '#e0b062',
    warningTint: '#2b2415',
    danger: '#ec8478',
    dangerTint: '#34191a',
    info: '#7fb2e5',
  },
} as const

/** Widths of dialogs and questions; layout.css limits them to the window. */
export const dialogs: Pick<ModalProps, 'style'> = {
  style: {
    '--modal-width': `${MODAL_WIDTH_PERCENT}vw`,
    '--confirm-width': `${CONFIRM_WIDTH_PERCENT}vw`,
  } as CSSProperties,
}

const FONT = 'var(--font)'

export function antTheme(name: Theme): ThemeConfig {
  const colour = colours[name]
  return {
    algorithm: name === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      colorPrimary: colour.primary,
      colorLink: colour.primary,
      // Antd's hover colours are too light to be read, as links and below the white of buttons.
      colorPrimaryHover: colour.primaryHover,
      colorLinkHover: colour.primaryHover,
      // Antd's light variant of a dark green is too strong behind a selected option.
      colorPrimaryBg: colour.tint,
      colorPrimaryBgHover: colour.tint,
      colorSuccess: colour.success,
      colorWarning: colour.warning,
      colorError: colour.danger,
      // White text has too little contrast on antd's default hover red.
      ...(name === 'light' && { colorErrorHover: '#a83226' }),
      colorInfo: colour.info,
      // Antd's derived backgrounds look muddy with our dark colours.
      colorSuccessBg: colour.tint,
      colorSuccessBorder: colour.strong,
      colorWarningBg: colour.warningTint,
      colorWarningBorder: colour.strong,
      colorErrorBg: colour.dangerTint,
      colorErrorBorder: colour.strong,
      colorInfoBg: colour.ground,
      colorInfoBorder: colour.strong,
      colorText: colour.ink,
      colorTextSecondary: colour.soft,
      colorTextDescription: colour.soft,
      colorTextPlaceholder: colour.faint,
      colorBorder: colour.strong,
      colorBorderSecondary: colour.line,
      colorBgLayout: colour.ground,
      colorBgContainer: colour.surface,
      colorBgElevated: colour.raised,
      borderRadius: 8,
      borderRadiusLG: 12,
      controlHeight: 36,
      fontFamily: FONT,
      fontSize: 14,
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        // The dark algorithm dulls the primary colour.
        ...(name === 'dark' && {
          primaryColor: colour.onPrimary,
          dangerColor: '#2a0a06',
          colorPrimary: colour.primary,
          colorPrimaryHover: colour.primaryHover,
          colorPrimaryActive: '#35a799',
        }),
      },
      // An empty box must contrast with its background, and a tick with its box.
      Checkbox: { colorBorder: colour.faint, colorWhite: colour.onPrimary, borderRadiusSM: 4 },
      Tree: { colorBorder: colour.faint, colorWhite: colour.onPrimary, borderRadiusSM: 4 },
      // As the tabs of lists are (records.css).
      Tabs: {
        itemColor: colour.soft,
        itemHoverColor: colour.ink,
        itemActiveColor: colour.ink,
        itemSelectedColor: colour.ink,
        inkBarColor: colour.primary,
        titleFontSize: 13,
        horizontalItemGutter: 24,
        horizontalItemPadding: '6px 0 8px',
      },
      // The dark algorithm dulls the colour of errors.
      Form: { labelRequiredMarkColor: colour.danger },
      Radio: { colorBorder: colour.faint, colorWhite: colour.onPrimary },
    },
  }
}
