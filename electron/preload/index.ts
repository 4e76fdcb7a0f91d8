/** Entry: exposes call and onEvent to the window, nothing else. */
import { electronAPI } from '@electron-toolkit/preload';
import { contextBridge } from 'electron';
import { createBridge } from './bridge.ts';

contextBridge.exposeInMainWorld('reins', createBridge(electronAPI.ipcRenderer));
