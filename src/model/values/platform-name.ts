/** What people call the platforms that Node knows by other names. */
const PLATFORM_NAMES: Readonly<Record<string, readonly string[]>> = {
  linux: ["linux"],
  darwin: ["darwin", "macos", "mac", "osx"],
  win32: ["win32", "windows", "win"],
};

export function isPlatform(asked: string, platform: string): boolean {
  return (PLATFORM_NAMES[platform] ?? [platform]).includes(asked.toLowerCase());
}
