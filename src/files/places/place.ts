import type { TFunction } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import type { Space } from '#contract/spaces.ts'
import type { ActionContext } from '../action-context.ts'

export type PlaceProps = { context: ActionContext; onClose: () => void }

/** A view beside the folder, opened from the toolbar and named in the address. */
export type Place = {
  id: string
  icon: ReactNode
  title: (t: TFunction) => string
  isFor: (space: Space, isSignedIn: boolean) => boolean
  View: ComponentType<PlaceProps>
}
