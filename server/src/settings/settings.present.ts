import type { Setting } from '@vedette/contract/settings';
import type { SettingValue } from '../setting-reader.ts';

export function presentSetting({ description, value, source }: SettingValue): Setting {
  const { name, group, meaning, fallback, secret } = description;
  return { name, group, meaning, default: fallback, value, source, secret: secret === 'whole' };
}
