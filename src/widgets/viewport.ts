/** Tables become cards (look: 640 px). */
export const isNarrow = () => matchMedia('(max-width: 640px)').matches

/** There is room for a panel beside a list. */
export const isRoomy = () => matchMedia('(min-width: 1101px)').matches
