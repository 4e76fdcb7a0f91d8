/** Settings: one schema, precedence flag over environment over file over default. Unknown keys are kept on disk. */
import { z } from 'zod';
import { modelSettingsSchema } from './model.ts';
import { policySchema } from './policy.ts';

export const languageSchema = z.enum(['system', 'en', 'zh-CN']);
export const themeSchema = z.enum(['system', 'light', 'dark', 'contrast']);

/** The version this build writes; a file with a higher one is read for what is known and never rewritten. */
export const SETTINGS_VERSION = 1;

function isZone(zone: string): boolean {
  if (zone === '') return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

export const settingsSchema = z.object({
  version: z.number().int().positive().default(SETTINGS_VERSION),
  language: languageSchema.default('system'),
  theme: themeSchema.default('system'),
  /** Absolute path; empty means the default place, `Reins` in the home folder. */
  workspace: z.string().default(''),
  /** IANA zone; empty means the system's. */
  zone: z.string().refine(isZone).default(''),
  memory: z
    .object({
      /** Days after which a dated note counts half. */
      halfLifeDays: z.number().positive().max(3650).default(30),
      /** What is left of an old note's score, 0 to 1; 0 gives the plain formula. */
      floor: z.number().min(0).max(1).default(0.8),
      citations: z.enum(['auto', 'on', 'off']).default('auto'),
    })
    .prefault({}),
  models: modelSettingsSchema.prefault({}),
  policy: policySchema.prefault({}),
  /** Workspaces that the person accepted although the app did not make them (real paths). */
  trustedWorkspaces: z.array(z.string()).default([]),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What a window may change. */
export const settingsPatchSchema = z.strictObject({
  language: languageSchema.optional(),
  theme: themeSchema.optional(),
  workspace: z.string().max(4096).optional(),
  /** As a whole: what is left out takes its default. */
  policy: policySchema.optional(),
  /** As a whole, too. */
  models: modelSettingsSchema.optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
