import i18next from 'i18next'

const textOf = i18next.t as (key: string) => string

/** Words for what the schema or the server names; `otherwise` when `locales` has none. */
export const wordsFor = (key: string, otherwise: string): string => (i18next.exists(key) ? textOf(key) : otherwise)
