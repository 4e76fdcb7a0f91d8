/** Imported before anything else: zod otherwise probes `new Function` while schemas are built, which the content policy reports. */
import { z } from 'zod';

z.config({ jitless: true });
