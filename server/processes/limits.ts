/** The signal by which a process ends itself that takes more memory than it may. */
export const TOO_MUCH_MEMORY = 'SIGUSR2'
