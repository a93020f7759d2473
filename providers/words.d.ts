/** The module that `words.vite.ts` generates from the manifest of the texts. */
declare module 'virtual:words' {
  type Load = () => Promise<Record<string, unknown>>
  type Loaders = {
    public: Record<import('./texts.ts').PublicCapability, Load>
    console: Load
    later: Load
    system: Load
  }
  const words: Record<import('./texts.ts').Lang, Loaders>
  export const publicCapabilities: readonly import('./texts.ts').PublicCapability[]
  export default words
}
