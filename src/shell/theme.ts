import { useSyncExternalStore } from 'react'
import { keepLocally, localValue } from '#providers/storage.ts'

export type Theme = 'light' | 'dark'
const system = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()

export const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light')

function show(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
}

export function toggleTheme(): void {
  const theme = currentTheme() === 'dark' ? 'light' : 'dark'
  keepLocally('theme', theme)
  show(theme)
}

/** Follows the system's theme while the user has not chosen one. */
export function followSystem(): void {
  system().addEventListener('change', ({ matches }) => {
    if (!localValue('theme')) show(matches ? 'dark' : 'light')
  })
}

export const useTheme = (): Theme =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    currentTheme,
    () => 'light',
  )
