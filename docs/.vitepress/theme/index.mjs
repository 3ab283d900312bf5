// VitePress's theme with the fonts of the system: none is fetched, and none has to be shipped.
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default DefaultTheme;
