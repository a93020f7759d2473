import i18next from 'i18next'

const textOf = i18next.t as (key: string) => string

/** The text of a key given by the schema or the server; `otherwise` if there is none. */
export const wordsFor = (key: string, otherwise: string): string => (i18next.exists(key) ? textOf(key) : otherwise)
