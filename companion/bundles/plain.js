if(!CSS.supports("selector(:has(*))"))throw document.body.setAttribute("hx-ignore",""),new Error("no :has()");
