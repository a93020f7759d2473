let isLeaving = false

/**
 * Whoever leaves a space or ends it goes elsewhere by himself: the page that still shows it asks for it no more, so that
 * the news of it is nobody's refusal.
 */
export async function giveUp(leaving: () => Promise<void>): Promise<void> {
  isLeaving = true
  try {
    await leaving()
  } finally {
    isLeaving = false
  }
}

export const isGivingUp = (): boolean => isLeaving
